export default (value, wanted) => value === wanted;
