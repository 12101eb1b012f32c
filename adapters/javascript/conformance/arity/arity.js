const isValid = (value) => true;
