use context starter2024

# The functions on tables that the contexts `dcic2021` and `dcic2024` add. Charts cannot be drawn here.

provide: * end

import tables as T
import statistics as S
import sets as sets

fun get-row(t, n): t.row-n(n) end
fun filter-with(t, keep): t.filter({(r): keep(r)}) end
fun order-by(t, column, up): t.order-by(column, up) end
fun build-column(t, column, make): t.build-column(column, {(r): make(r)}) end
fun add-row(t, r): t.add-row(r) end
fun add-col(t, column, entries): t.add-column(column, entries) end
fun select-columns(t, columns): t.select-columns(columns) end
fun transform-column(t, column, change): t.transform-column(column, change) end

fun create-table-with-col(column, entries):
  for fold(t from (table: entry end).rename-column("entry", column), each-entry from entries):
    t.add-row([T.raw-row: {column; each-entry}])
  end
end

fun mean(t, column): S.mean(t.column(column)) end
fun median(t, column): S.median(t.column(column)) end
fun modes(t, column): S.modes(t.column(column)) end
fun stdev(t, column): S.stdev(t.column(column)) end
fun sum(t, column): for fold(total from 0, n from t.column(column)): total + n end end

fun group(t, column):
  for fold(groups from table: value, subtable end, v from sets.list-to-list-set(t.column(column)).to-list()):
    groups.add-row(groups.row(v, t.filter-by(column, {(entry): entry == v})))
  end
end

fun count(t, column):
  group(t, column).build-column("count", {(r): r["subtable"].length()}).drop("subtable")
end

fun count-many(t, columns):
  for fold(counts from table: col, subtable end, c from columns):
    counts.add-row(counts.row(c, count(t, c)))
  end
end

fun no-charts(): raise("charts cannot be drawn here") end
fun histogram(t, column, width): no-charts() end
fun scatter-plot(t, xs, ys): no-charts() end
fun labeled-scatter-plot(t, labels, xs, ys): no-charts() end
fun box-plot(t, column): no-charts() end
fun freq-bar-chart(t, column): no-charts() end
fun lr-plot(t, xs, ys): no-charts() end
fun labeled-lr-plot(t, labels, xs, ys): no-charts() end
fun function-plot(f): no-charts() end
fun render-chart(chart): no-charts() end
