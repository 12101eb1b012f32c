// Right: everybody is listed equally often, and ages do not decrease.
const key = (person) => JSON.stringify([person.name, person.age]);

function isValid(peopleIn, peopleOut) {
  const before = peopleIn.map(key).sort();
  const after = peopleOut.map(key).sort();
  return (
    before.length === after.length &&
    before.every((person, index) => person === after[index]) &&
    peopleOut.every((person, index) => index === 0 || peopleOut[index - 1].age <= person.age)
  );
}
