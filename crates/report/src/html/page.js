// Search, filter, sort, shortcuts, links. The page can be read without any of it.
(() => {
  'use strict';
  const root = document.documentElement;
  root.classList.add('js');
  const find = (selector) => document.querySelector(selector);
  // The page of a large class has no list of its own, only a way to the page with a name.
  const form = find('#filter');
  const finder = find('#find');
  const lists = [...document.querySelectorAll('.subs')];
  const subs = [...document.querySelectorAll('.sub')].map((node, place) => ({
    node,
    place,
    list: node.parentElement,
    number: Number(node.id.slice(2)),
    wrong: Number(node.dataset.wrong),
    text: null,
  }));

  // Light and dark.
  const theme = find('#theme');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : dark.matches);
  const nameTheme = () => { theme.textContent = isDark() ? 'Light' : 'Dark'; };
  const remember = (value) => { try { localStorage.setItem('custodiet-theme', value); } catch { /* not allowed here */ } };
  try {
    const known = localStorage.getItem('custodiet-theme');
    if (known === 'dark' || known === 'light') root.dataset.theme = known;
  } catch { /* not allowed here */ }
  theme.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    remember(root.dataset.theme);
    nameTheme();
  });
  dark.addEventListener('change', nameTheme);
  nameTheme();

  // Filter and sort. The filter is also in the address, as #?verdict=too_lax&missed=2.
  const has = (list, word) => list.split(' ').includes(word);
  const textOf = (sub) => (sub.text ??= sub.node.textContent.toLowerCase());
  const matches = (sub, asked) => {
    const data = sub.node.dataset;
    const { verdict, missed, explained, mark, cluster, behavior, language, q } = asked;
    if (verdict === 'faulty' && ['proved_correct', 'no_mistake_found', 'unstable', 'could_not_run'].includes(data.verdict)) return false;
    if (verdict && verdict !== 'faulty' && data.verdict !== verdict) return false;
    if (missed && !has(data.missed, missed)) return false;
    if (explained && !has(data.explained, explained)) return false;
    if (mark && !has(data.mark, mark)) return false;
    if (cluster && data.cluster !== cluster) return false;
    if (behavior && data.behavior !== behavior) return false;
    if (language && data.language !== language) return false;
    return (q || '').toLowerCase().split(/\s+/).every((word) => !word || textOf(sub).includes(word));
  };
  const orders = {
    '': (a, b) => a.place - b.place,
    number: (a, b) => a.number - b.number,
    most: (a, b) => b.wrong - a.wrong || a.place - b.place,
    least: (a, b) => a.wrong - b.wrong || a.place - b.place,
  };
  let sorted = '';
  const apply = () => {
    if (!form) return {};
    const asked = Object.fromEntries(new FormData(form));
    let shown = 0;
    for (const sub of subs) {
      const fits = matches(sub, asked);
      sub.node.hidden = !fits;
      shown += fits;
    }
    if (asked.sort !== sorted) {
      sorted = asked.sort;
      subs.sort(orders[sorted] || orders['']);
      for (const list of lists) list.append(...subs.filter((sub) => sub.list === list).map((sub) => sub.node));
    }
    const deep = find('#deep');
    if (deep) deep.hidden = !subs.some((sub) => !sub.node.hidden && deep.contains(sub.node));
    const all = subs.length.toLocaleString('en');
    find('#shown').textContent = shown === subs.length ? `${all} submission${shown === 1 ? '' : 's'}` : `${shown.toLocaleString('en')} of ${all} submissions`;
    find('#none').hidden = shown > 0;
    return asked;
  };
  const keep = (asked) => {
    const words = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
    const address = String(words) ? `#?${words}` : location.hash.startsWith('#?') ? '#submissions' : location.hash;
    history.replaceState(null, '', address || ' ');
  };
  let waiting = 0;
  if (form) {
    form.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => keep(apply()), 60);
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('reset', () => setTimeout(() => keep(apply())));
    find('#reset').addEventListener('click', () => form.reset());
  }
  const openAll = (open) => { for (const { node } of subs) if (!node.hidden) node.open = open; };
  const onClick = (selector, act) => { const button = find(selector); if (button) button.addEventListener('click', act); };
  onClick('#open', () => openAll(true));
  onClick('#close', () => openAll(false));
  onClick('#print', () => print());

  // Names in natural order, as the pages have them: numbers by value, letters without case.
  const parts = (name) => name.toLowerCase().match(/[0-9]+|[^0-9]/gu) || [];
  const compare = (one, other) => {
    const [left, right] = [parts(one), parts(other)];
    for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
      const [a, b] = [left[at], right[at]];
      if (/^[0-9]/.test(a) && /^[0-9]/.test(b)) {
        const [m, n] = [BigInt(a), BigInt(b)];
        if (m !== n) return m < n ? -1 : 1;
      } else if (a !== b) return a.codePointAt(0) < b.codePointAt(0) ? -1 : 1;
    }
    return left.length - right.length;
  };
  if (finder) {
    finder.addEventListener('submit', (event) => {
      event.preventDefault();
      const name = finder.elements.namedItem('name').value.trim();
      const pages = [...document.querySelectorAll('a[data-last]')];
      const page = pages.find((link) => compare(name, link.dataset.last) <= 0) || pages[pages.length - 1];
      if (name && page) location.href = `${page.getAttribute('href')}#?${new URLSearchParams({ q: name })}`;
    });
  }
  // A filter stays when going from page to page.
  document.addEventListener('click', (event) => {
    const link = event.target.closest && event.target.closest('a.step');
    if (link && location.hash.startsWith('#?')) link.href = link.href.split('#')[0] + location.hash;
  });

  // Links show and open their target.
  const follow = () => {
    const hash = location.hash.slice(1);
    if (hash.startsWith('?')) {
      if (!form) return;
      form.reset();
      for (const [name, value] of new URLSearchParams(hash.slice(1))) {
        const field = form.elements.namedItem(name);
        if (field && 'value' in field) field.value = value;
      }
      apply();
      find('#submissions').scrollIntoView();
      return;
    }
    const target = hash && document.getElementById(hash);
    if (!target) return;
    if (target.hidden && form) { form.reset(); apply(); }
    // What concerns only the deeply flawed is hidden in the view without them.
    if (target.closest('.v-all') && find('#view-all')) find('#view-all').checked = true;
    for (let node = target; node; node = node.parentElement) if (node.tagName === 'DETAILS') node.open = true;
    target.scrollIntoView();
    if (target.tagName === 'DETAILS') target.querySelector('summary').focus({ preventScroll: true });
  };
  addEventListener('hashchange', follow);
  document.addEventListener('click', (event) => {
    const link = event.target.closest && event.target.closest('a[href]');
    const address = link && link.getAttribute('href');
    // A link to the current address does not fire hashchange.
    if (address && address === location.hash) { event.preventDefault(); follow(); }
  });

  // Keys.
  const help = find('#help');
  find('#keys').addEventListener('click', () => help.showModal());
  const step = (by) => {
    const shown = subs.filter((sub) => !sub.node.hidden).map((sub) => sub.node);
    const ordered = lists.flatMap((list) => shown.filter((node) => node.parentElement === list));
    if (!ordered.length) return;
    const now = ordered.findIndex((node) => node.contains(document.activeElement));
    const next = now < 0 ? (by > 0 ? 0 : ordered.length - 1) : Math.min(Math.max(now + by, 0), ordered.length - 1);
    const summary = ordered[next].querySelector('summary, a');
    summary.focus({ preventScroll: true });
    summary.scrollIntoView({ block: 'nearest' });
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const search = form ? form.elements.namedItem('q') : finder.elements.namedItem('name');
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== 'radio';
    if (event.key === 'Escape') {
      if (event.target === search) {
        search.value = '';
        search.blur();
        if (form) keep(apply());
      } else {
        const open = event.target.closest && event.target.closest('details[open]');
        if (open) { open.open = false; open.querySelector('summary').focus(); }
      }
    } else if (form && event.target === search && (event.key === 'Enter' || event.key === 'ArrowDown')) {
      search.blur();
      clearTimeout(waiting);
      keep(apply());
      step(1);
    } else if (typing) {
      return;
    } else if (event.key === '/') {
      search.focus();
      search.select();
      find('#submissions').scrollIntoView();
    } else if (event.key === 'j' || event.key === 'k') {
      step(event.key === 'j' ? 1 : -1);
    } else if (event.key === '?') {
      help.showModal();
    } else {
      return;
    }
    event.preventDefault();
  });

  // The heat map names the submission of a row.
  const tip = find('#heat-tip');
  for (const map of document.querySelectorAll('svg.heat')) {
    const rows = map.dataset.rows.split(' ');
    const columns = map.dataset.columns.split(' ').map((column) => column.split(':').map(Number));
    const at = (event) => {
      const box = map.getBoundingClientRect();
      const scale = map.viewBox.baseVal.width / box.width;
      const row = rows[Math.floor(((event.clientY - box.top) * scale - map.dataset.top) / map.dataset.tall)];
      const x = (event.clientX - box.left) * scale;
      const column = columns.find(([, from]) => x >= from && x < from + Number(map.dataset.pitch));
      return { row, bucket: column && column[0] };
    };
    map.addEventListener('pointermove', (event) => {
      const { row, bucket } = at(event);
      const sub = row && document.getElementById(`s-${row}`);
      if (!sub) return;
      const words = bucket && find(`#b-${bucket} .grow`).textContent;
      const what = event.target.tagName === 'path' ? event.target.querySelector('title').textContent : 'nothing wrong';
      tip.textContent = sub.querySelector('.name').textContent + (words ? ` · ${bucket}: ${words} · ${what}` : '');
    });
    map.addEventListener('click', (event) => {
      const { row } = at(event);
      if (row && !event.target.closest('a')) location.hash = `#s-${row}`;
    });
  }

  // The bucket chart says its columns in words, to pointers and to arrow keys.
  for (const chart of document.querySelectorAll('svg.upset')) {
    const frame = chart.closest('.picture');
    const words = frame.nextElementSibling;
    const columns = [...chart.querySelectorAll('a')];
    const show = (column) => {
      for (const one of columns) one.classList.toggle('now', one === column);
      words.textContent = column ? column.getAttribute('aria-label') : '';
    };
    chart.addEventListener('pointerover', (event) => {
      const column = event.target.closest('a');
      if (columns.includes(column)) show(column);
    });
    frame.addEventListener('blur', () => show(null));
    frame.addEventListener('keydown', (event) => {
      const now = columns.findIndex((one) => one.classList.contains('now'));
      if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        const next = now < 0 ? 0 : Math.min(Math.max(now + (event.key === 'ArrowRight' ? 1 : -1), 0), columns.length - 1);
        show(columns[next]);
        columns[next].scrollIntoView({ block: 'nearest', inline: 'nearest' });
      } else if (event.key === 'Enter' && now >= 0) {
        location.hash = columns[now].getAttribute('href');
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  if (location.hash) follow();
})();
