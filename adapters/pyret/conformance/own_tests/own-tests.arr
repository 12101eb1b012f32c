fun is-valid(kind, value):
  true
where:
  is-valid("value", 1) is false
end

check "refuses 2":
  is-valid("value", 2) is false
  not-there("value") raises "whatever"
end

examples:
  is-valid("value", 3) is false
end
