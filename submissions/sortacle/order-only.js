// Looks at nothing but the order of the output.
function isValid(peopleIn, peopleOut) {
  return peopleOut.every((person, index) => index === 0 || peopleOut[index - 1].age <= person.age);
}
