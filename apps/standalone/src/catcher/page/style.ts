export const style = `
:root {
  color-scheme: light dark;
  --back: #faf9f7; --pane: #ffffff; --line: #e7e4df; --ink: #1d1b18; --soft: #625c54; --faint: #7a736a;
  --accent: #d9480f; --accent-soft: #fdf0e9; --hover: #f5f3ef; --code: #f3f1ec; --danger: #c92a2a; --live: #2b8a3e;
  --sans: Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #151412; --pane: #1c1b19; --line: #302e2a; --ink: #f0ede8; --soft: #b3aca2; --faint: #958e84;
    --accent: #ff8a4c; --accent-soft: #33231a; --hover: #252320; --code: #262421; --danger: #ff8787; --live: #69db7c;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; background: var(--back); color: var(--ink); font: 14px/1.45 var(--sans); -webkit-font-smoothing: antialiased; }
button, input, .button { font: inherit; color: inherit; }
button, .button { border: 1px solid var(--line); border-radius: 8px; background: var(--pane); padding: 5px 11px; cursor: pointer; text-decoration: none; white-space: nowrap; }
button:hover, .button:hover { background: var(--hover); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.quiet { background: transparent; color: var(--soft); }
.danger { background: var(--danger); border-color: transparent; color: #fff; }
.danger:hover { background: var(--danger); filter: brightness(1.08); }
@media (prefers-color-scheme: dark) { .danger { color: #2b0b0b; } }
kbd { font: 11px/1 var(--mono); border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 5px; padding: 2px 5px; color: var(--soft); background: var(--pane); }
code { font: 0.92em var(--mono); background: var(--code); border-radius: 4px; padding: 1px 4px; }

.bar { display: flex; align-items: center; gap: 14px; height: 56px; padding: 0 16px; border-bottom: 1px solid var(--line); background: var(--pane); flex: none; }
.brand { display: flex; align-items: center; gap: 10px; font-weight: 650; letter-spacing: -0.01em; font-size: 15px; color: inherit; text-decoration: none; white-space: nowrap; border-radius: 8px; }
.brand-back { fill: #d9480f; } .brand-line { stroke: #d9480f; }
.search { flex: 1; min-width: 0; max-width: 480px; margin: 0 auto; display: flex; align-items: center; gap: 8px; height: 36px; padding: 0 10px; border: 1px solid var(--line); border-radius: 9px; background: var(--back); color: var(--faint); }
.search:focus-within { border-color: var(--accent); box-shadow: 0 0 0 3px var(--accent-soft); }
.search input { flex: 1; min-width: 0; border: 0; background: none; outline: none; color: var(--ink); }
.search input::placeholder { color: var(--faint); }
.search:focus-within kbd { visibility: hidden; }
.live { display: flex; align-items: center; gap: 7px; color: var(--soft); font-size: 12.5px; white-space: nowrap; }
.live i { width: 8px; height: 8px; border-radius: 50%; background: var(--faint); }
.live.on i { background: var(--live); box-shadow: 0 0 0 3px color-mix(in srgb, var(--live) 20%, transparent); }

.main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(290px, 360px) minmax(0, 1fr); }
.main.is-empty { display: block; overflow: auto; }
.main.is-empty .list-pane { display: none; }
.list-pane { border-right: 1px solid var(--line); background: var(--pane); overflow-y: auto; overscroll-behavior: contain; }
.list-head { position: sticky; top: 0; z-index: 1; background: var(--pane); padding: 11px 16px 9px; color: var(--soft); font-size: 12.5px; border-bottom: 1px solid var(--line); }
.list { list-style: none; margin: 0; padding: 0; }
.row { position: relative; display: block; width: 100%; text-align: left; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; padding: 11px 16px 12px 22px; background: none; white-space: normal; }
.row:hover { background: var(--hover); }
.row[aria-current="true"] { background: var(--accent-soft); box-shadow: inset 3px 0 0 var(--accent); }
.row:focus-visible { outline-offset: -2px; }
.row[aria-current="true"]:focus-visible { outline: none; }
.row.unread::before { content: ""; position: absolute; left: 9px; top: 18px; width: 7px; height: 7px; border-radius: 50%; background: var(--accent); }
.row-top { display: flex; gap: 8px; align-items: baseline; }
.row-from { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--soft); }
.row-from b { color: var(--ink); font-weight: 500; }
.row.unread .row-from b, .row.unread .row-subject { font-weight: 650; }
.row-time { color: var(--faint); font-size: 12px; white-space: nowrap; font-variant-numeric: tabular-nums; }
.row-subject { margin-top: 2px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row-snippet { margin-top: 2px; color: var(--faint); font-size: 12.5px; overflow: hidden; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow-wrap: anywhere; }
.clip { color: var(--faint); font-size: 12px; }
.more { display: block; margin: 12px auto 18px; }

.mail-pane { display: flex; flex-direction: column; min-width: 0; min-height: 0; background: var(--back); }
.mail-head { padding: 18px 22px 12px; background: var(--pane); }
.mail-title { display: flex; align-items: flex-start; gap: 12px; }
.mail-title h1 { flex: 1; min-width: 0; margin: 2px 0 0; font-size: 19px; line-height: 1.3; font-weight: 650; letter-spacing: -0.015em; overflow-wrap: anywhere; }
.actions { display: flex; gap: 8px; }
.back { display: none; }
.envelope { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 3px 14px; margin: 10px 0 0; font-size: 13px; }
.envelope dt { color: var(--faint); }
.envelope dd { margin: 0; overflow-wrap: anywhere; }
.envelope dd span { color: var(--soft); }
.tabs-row { display: flex; align-items: center; gap: 12px; padding: 0 22px; background: var(--pane); border-bottom: 1px solid var(--line); }
.tabs { display: flex; gap: 20px; flex: 1; overflow-x: auto; }
.tabs button { border: 0; border-radius: 0; background: none; padding: 10px 0 9px; color: var(--soft); border-bottom: 2px solid transparent; }
.tabs button:hover { color: var(--ink); }
.tabs button[aria-selected="true"] { color: var(--ink); border-bottom-color: var(--accent); font-weight: 600; }
.tabs button:disabled { color: var(--faint); opacity: 0.55; cursor: default; }
.badge { display: inline-block; min-width: 18px; padding: 0 5px; border-radius: 9px; background: var(--code); font-size: 11.5px; font-weight: 600; text-align: center; }
.widths { display: flex; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.widths button { border: 0; border-radius: 0; padding: 3px 10px; font-size: 12.5px; color: var(--soft); }
.widths button[aria-pressed="true"] { background: var(--code); color: var(--ink); font-weight: 600; }
.panel { flex: 1; min-height: 0; overflow: auto; outline-offset: -2px; }
.frame-holder { height: 100%; display: flex; justify-content: center; }
.frame-holder iframe { border: 0; width: 100%; height: 100%; background: #fff; }
.frame-holder.mobile { padding: 20px 0; }
.frame-holder.mobile iframe { width: 375px; max-width: 100%; border-radius: 18px; box-shadow: 0 0 0 1px var(--line), 0 12px 32px rgb(0 0 0 / 0.14); }
.sheet { padding: 20px 22px; }
.sheet pre { margin: 0; font: 12.5px/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.sheet pre.text { font: 14px/1.6 var(--sans); max-width: 78ch; }
.sheet table { border-collapse: collapse; width: 100%; font-size: 13px; }
.sheet th { text-align: left; vertical-align: top; font-weight: 500; color: var(--soft); padding: 6px 18px 6px 0; white-space: nowrap; }
.sheet td { padding: 6px 0; font: 12.5px/1.5 var(--mono); overflow-wrap: anywhere; }
.sheet tr + tr > * { border-top: 1px solid var(--line); }
.files { list-style: none; margin: 0; padding: 0; display: grid; gap: 10px; grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); }
.files a { display: flex; gap: 12px; align-items: center; padding: 12px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--pane); color: inherit; text-decoration: none; }
.files a:hover { border-color: var(--accent); }
.files b { display: block; font-weight: 600; overflow-wrap: anywhere; }
.files small { color: var(--soft); font-size: 12.5px; }
.files .kind { flex: none; width: 42px; height: 42px; border-radius: 9px; display: grid; place-items: center; background: var(--accent-soft); color: var(--accent); font: 700 10.5px var(--sans); text-transform: uppercase; overflow: hidden; }
.note { color: var(--soft); margin: 0 0 14px; }

.blank { display: grid; place-content: center; gap: 14px; text-align: center; color: var(--soft); padding: 24px; }
.blank p { margin: 0; }
.keys { font-size: 12.5px; color: var(--faint); line-height: 2.1; }
.keys kbd:not(:first-child) { margin-left: 10px; }
.keys kbd + kbd { margin-left: 0 !important; }
.empty { display: grid; place-items: center; min-height: 100%; padding: 32px 20px; }
.empty-card { max-width: 860px; width: 100%; text-align: center; }
.empty-card > svg { color: var(--accent); }
.empty-card h1 { font-size: 24px; letter-spacing: -0.02em; margin: 14px 0 8px; }
.empty-card p { color: var(--soft); margin: 0 auto 20px; max-width: 58ch; }
.empty-card .hint { font-size: 13px; margin-top: 18px; }
.snippet { position: relative; text-align: left; border: 1px solid var(--line); border-radius: 12px; background: var(--pane); }
.snippet pre { margin: 0; padding: 18px 84px 18px 20px; font: 12.5px/1.7 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.snippet pre em { color: var(--accent); font-style: normal; }
.snippet button { position: absolute; top: 11px; right: 11px; font-size: 12.5px; }
dialog { border: 1px solid var(--line); border-radius: 14px; background: var(--pane); color: var(--ink); padding: 22px; max-width: 380px; box-shadow: 0 24px 60px rgb(0 0 0 / 0.25); }
dialog::backdrop { background: rgb(0 0 0 / 0.35); }
dialog p { margin: 0 0 18px; }
.dialog-actions { display: flex; justify-content: flex-end; gap: 8px; }

@media (max-width: 760px) {
  .bar { gap: 10px; padding: 0 12px; }
  .brand span, .search kbd, #live-text { display: none; }
  .main { display: block; overflow: auto; }
  .list-pane { border-right: 0; min-height: 100%; overflow: visible; }
  .main.is-open .list-pane { display: none; }
  .main:not(.is-open) .mail-pane, .blank { display: none !important; }
  .mail-pane { height: 100%; }
  .mail-head { padding: 14px 14px 10px; }
  .tabs-row { padding: 0 14px; }
  .back { display: block; }
  .widths, #download { display: none; }
  .frame-holder.mobile { padding: 0; }
  .frame-holder.mobile iframe { width: 100%; border-radius: 0; box-shadow: none; }
}
`;
