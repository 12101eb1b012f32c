// Compares the lists as sets, so that repetition is not seen.
const key = (person) => JSON.stringify([person.name, person.age]);

function isValid(peopleIn, peopleOut) {
  const before = new Set(peopleIn.map(key));
  const after = new Set(peopleOut.map(key));
  return (
    before.size === after.size &&
    [...before].every((person) => after.has(person)) &&
    peopleOut.every((person, index) => index === 0 || peopleOut[index - 1].age <= person.age)
  );
}
