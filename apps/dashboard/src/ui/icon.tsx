/** Strokes on a grid of 16 × 16. An icon package would be larger than the rest of this folder. */
const strokes = {
  overview: 'M2.5 13.5h11M4 11V7.5M8 11V3M12 11V5.5',
  templates: 'M3 2.5h10v11H3zM3 6h10M6 6v7.5',
  snippets: 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4',
  logs: 'M2 4h12v8.5H2zM2 4.5 8 9l6-4.5',
  customers: 'M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8zM2.8 13.8c.5-2.5 2.5-4 5.2-4s4.7 1.5 5.2 4',
  drips: 'M8 1.8c2.5 3.2 4 5.2 4 7.2a4 4 0 1 1-8 0c0-2 1.5-4 4-7.2z',
  suppressions: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM3.8 3.8l8.4 8.4',
  'identity-hooks': 'M8 8.2a2.2 2.2 0 1 0-.1 0M3.8 13c.4-2.2 2-3.4 4.2-3.4s3.8 1.2 4.2 3.4M2.5 5V2.5H5M11 2.5h2.5V5',
  proposals: 'M2 4h12v8.5H2zM5 8.4l2.2 2.1L11.2 6.4',
  webhooks: 'M8 3v4.5M8 7.5l-4 4M8 7.5l4 4M8 3.2a.8.8 0 1 0 0-.1M3.5 12.8a.8.8 0 1 0 0-.1M12.5 12.8a.8.8 0 1 0 0-.1',
  alerts: 'M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M6.8 13.5h2.4',
  'esp-accounts': 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01',
  'api-keys': 'M10 9.5a3.5 3.5 0 1 0-3.3-2.3L2 12v2h2.5v-1.5H6V11h1.5l1-1.5zM11 5h.01',
  failures: 'M8 2 1.5 13.5h13zM8 6.5v3M8 11.5h.01',
  users:
    'M6 7.5A2.5 2.5 0 1 0 6 2.5a2.5 2.5 0 0 0 0 5zM1.5 13c.4-2.3 2.2-3.8 4.5-3.8s4.1 1.5 4.5 3.8M10.5 2.8a2.4 2.4 0 0 1 0 4.5M12 9.6c1.4.6 2.3 1.8 2.5 3.4',
  audit: 'M3.5 2h9v12h-9zM6 5.5h4M6 8h4M6 10.5h2.5',
  account:
    'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M3.6 12.4 5 11M11 5l1.4-1.4',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM14 14l-3.4-3.4',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  check: 'm3 8.5 3.2 3.2L13 5',
  close: 'm4 4 8 8M12 4l-8 8',
  more: 'M3 8h.4M7.8 8h.4M12.6 8h.4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  right: 'm6 4 4 4-4 4',
  plus: 'M8 3v10M3 8h10',
  retry: 'M13 8a5 5 0 1 1-1.5-3.6M13.5 2v3h-3',
  external: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M12 9.5v4H2.5V4h4',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  upload: 'M8 10.5v-8M4.5 6 8 2.5 11.5 6M2.5 13.5h11',
  image: 'M2.5 3h11v10h-11zM2.5 11.5 6 7.5l3 3 1.5-1.5 3 3M10.5 6h.01',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.6 9.5h6.8L12 4',
} as const;

export type IconName = keyof typeof strokes;

/** Decorative: the text or the label of the button gives the meaning. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="ui-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    <path d={strokes[name]} />
  </svg>
);
