// Uses < and so rejects people of the same age, even one person listed twice. Too strict.
const key = (person) => JSON.stringify([person.name, person.age]);

function isValid(peopleIn, peopleOut) {
  const times = (person, people) => people.filter((other) => key(other) === key(person)).length;
  return (
    peopleIn.length === peopleOut.length &&
    peopleIn.every((person) => times(person, peopleIn) === times(person, peopleOut)) &&
    peopleOut.every((person, index) => index === 0 || peopleOut[index - 1].age < person.age)
  );
}
