# Uses names that mean something to the language below.
# expect: accepted
data constructor: prototype(valueOf, toString) | hasOwnProperty end

fun propertyIsEnumerable(valueOf): prototype(valueOf, hasOwnProperty) end

fun is-valid(edges, sequence):
  hidden = {constructor: 2, toString: lam(): 3 end, toJSON: 4}
  is-prototype(propertyIsEnumerable(hidden)) and (hidden.constructor == 2)
end
