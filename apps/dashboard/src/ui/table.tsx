import './table.css';
import { useRouter } from '@tanstack/react-router';
import type { Range } from '@tanstack/react-virtual';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { PointerEvent, ReactNode } from 'react';
import { memo, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { registerTable } from '../api/pages.js';
import { t } from '../i18n/texts.js';
import { classes } from './classes.js';
import { phonePx, useWindowWidth } from './narrow.js';
import { useCommands } from './commands.js';
import { density, useChoice } from './appearance.js';

type Options = {
  readonly keys: readonly string[];
  readonly opened: string | undefined;
  readonly onMove: (position: number) => void;
  readonly onOpen: (position: number) => void;
};

/** The row that the keyboard selected. It stays selected when new rows come in above. */
function useCursor({ keys, opened, onMove, onOpen }: Options): number {
  const [current, setCurrent] = useState(opened);
  const [followed, setFollowed] = useState(opened);
  if (opened !== followed) {
    setFollowed(opened);
    if (opened !== undefined) setCurrent(opened);
  }
  const position = current === undefined ? -1 : keys.indexOf(current);
  const move = (steps: number) => {
    const next = Math.min(Math.max(position + steps, 0), keys.length - 1);
    if (keys[next] === undefined) return;
    setCurrent(keys[next]);
    onMove(next);
  };
  useCommands([
    { label: t('Next row'), keys: 'j', hidden: true, run: () => move(1) },
    { label: t('Previous row'), keys: 'k', hidden: true, run: () => move(-1) },
    { label: t('Open row'), keys: 'Enter', hidden: true, run: () => position >= 0 && onOpen(position) },
  ]);
  return position;
}

export type Column<Row> = {
  readonly name: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** A CSS grid size; `minmax(0, 1fr)` by default. */
  readonly width?: string;
  readonly figures?: boolean;
  /** Hidden on phones. In a window without room for all columns, the last of these are hidden. */
  readonly wide?: boolean;
  /** The width on phones. */
  readonly narrow?: string;
};

/** Rows that are selected for a common action. */
export type Selection<Row> = {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (rows: readonly Row[], isSelected: boolean) => void;
  /** The accessible name of a row. */
  readonly getName: (row: Row) => string;
};

type Props<Row> = {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly getKey: (row: Row) => string;
  /** The link of a row, in its first column. */
  readonly getHref?: (row: Row) => string;
  /**
   * The key of the row that is open next to the list, which then has two lines per row. `j` and `k` open the next
   * one.
   */
  readonly opened?: string | undefined;
  readonly selection?: Selection<Row> | undefined;
  /** Called near the end of the list. */
  readonly onEnd?: (() => void) | undefined;
  /** Content below the last row, such as a loading state or how far a search went. */
  readonly end?: ReactNode;
};

/** As `--row`. */
const rowHeight = { comfortable: 36, compact: 28, narrow: 44 };
/** The width of a column without its own width. */
const minPx = 96;
const gapPx = 16;
/** The side bar and the padding of a page. */
const sideWidthPx = 300;
/**
 * Overscan rows around the visible ones, unless all visible rows are new, because fast scrolling has enough to
 * render.
 */
const overscan = 6;
const doOverlap = (one: Range, other: Range): boolean =>
  one.startIndex <= other.endIndex && other.startIndex <= one.endIndex;

/**
 * A list of any length. Only visible rows are in the page. `j` and `k` move, Enter opens (docs/dashboard.md#components).
 */
export function Table<Row>({ label, rows, columns, getKey, getHref, opened, selection, onEnd, end }: Props<Row>) {
  const { history } = useRouter();
  const scroller = useRef<HTMLDivElement>(null);
  const fitting = useWindowWidth((px) =>
    opened === undefined ? fittingColumns(columns, px, selection ? selectionPx + gapPx : 0) : twoLines,
  );
  const isNarrow = fitting === twoLines;
  const chosenDensity = useChoice(density);
  const height = rowHeight[isNarrow ? 'narrow' : chosenDensity];
  const shown = useMemo(() => {
    const last = columns.filter(({ wide }) => wide)[fitting - 1];
    return columns.filter((column, position) => !column.wide || (last && position <= columns.indexOf(last)));
  }, [columns, fitting]);
  const seen = useRef<Range>(undefined);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (position) => getKey(rows[position]!),
    overscan,
    // Evaluated on each render, for example the one after scrolling, which draws the overscan rows.
    rangeExtractor: (range) => {
      const isElsewhere = seen.current && !doOverlap(range, seen.current);
      seen.current = range;
      return defaultRangeExtractor(isElsewhere ? { ...range, overscan: 0 } : range);
    },
    // Renders rows with the page, without waiting for a measurement.
    initialRect: { width: 0, height: window.innerHeight },
  });
  useEffect(() => virtual.measure(), [height, virtual]);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const rowsShown = body.current;
    // For the mouse only. The keyboard has the link in each row, and j, k and Enter.
    const follow = (event: MouseEvent): void => openRowOnClick(event, (href) => history.push(href));
    rowsShown?.addEventListener('click', follow);
    return () => rowsShown?.removeEventListener('click', follow);
  }, [history]);
  const open = (row: Row | undefined) => row !== undefined && getHref && history.push(getHref(row));
  const cursor = useCursor({
    keys: rows.length === 0 ? [] : rows.map(getKey),
    opened,
    onMove: (position) => {
      virtual.scrollToIndex(position);
      if (opened !== undefined && getHref) history.replace(getHref(rows[position]!));
    },
    onOpen: (position) => open(rows[position]),
  });
  const items = virtual.getVirtualItems();
  const isAtEnd = (virtual.range?.endIndex ?? -1) >= rows.length - 1 - 2 * overscan;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd, rows.length]);
  const shownRows = useEffectEvent(() => {
    const { startIndex = 0, endIndex = -1 } = virtual.range ?? {};
    return rows.slice(startIndex, endIndex + 1);
  });
  useEffect(() => registerTable(() => shownRows()), []);
  const widths = shown.map(({ width = 'minmax(0, 1fr)', narrow = width }) => (isNarrow ? narrow : width));
  const template = [...(selection ? [`${selectionPx}px`] : []), ...widths].join(' ');

  return (
    <div
      className={classes('ui-table', isNarrow && 'ui-table-narrow')}
      role="region"
      aria-label={label}
      tabIndex={0}
      ref={scroller}
    >
      <div role="table" aria-label={label} aria-rowcount={rows.length + 1}>
        <div role="rowgroup">
          <div className="ui-table-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
            {selection && (
              <div role="columnheader">
                <RowCheckbox
                  label={t('Select all')}
                  checked={rows.length > 0 && rows.every((row) => selection.keys.has(getKey(row)))}
                  onChange={(isSelected) => selection.onChange(rows, isSelected)}
                />
              </div>
            )}
            {shown.map(({ name, head, figures }) => (
              <div key={name} role="columnheader" className={classes('ui-table-cell', figures && 'figures')}>
                {head}
              </div>
            ))}
          </div>
        </div>
        <div
          ref={body}
          className="ui-table-body"
          role="rowgroup"
          style={{ height: virtual.getTotalSize() }}
          onPointerOver={showFullText}
        >
          {items.map(({ index, key, start }) => (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              aria-current={cursor === index || undefined}
              data-href={getHref?.(rows[index]!)}
              className={classes(
                'ui-table-row',
                getHref && 'ui-table-row-open',
                cursor === index && 'ui-table-row-current',
              )}
              style={{ gridTemplateColumns: template, top: start }}
            >
              {selection && (
                <div role="cell">
                  <RowCheckbox
                    label={t('Select {name}', { name: selection.getName(rows[index]!) })}
                    checked={selection.keys.has(getKey(rows[index]!))}
                    onChange={(isSelected) => selection.onChange([rows[index]!], isSelected)}
                  />
                </div>
              )}
              <Cells row={rows[index]!} columns={shown} href={getHref?.(rows[index]!)} />
            </div>
          ))}
        </div>
      </div>
      {end !== undefined && (
        <div className="ui-table-end" aria-live="polite">
          {end}
        </div>
      )}
      {rows.length === 0 && end === undefined && <div className="ui-table-end">{t('Nothing to show.')}</div>}
    </div>
  );
}

/** Rows of two lines, as on a phone. */
const twoLines = -1;

/** The width of a column with its gap. */
const getSpace = ({ width = '' }: Pick<Column<never>, 'width'>): number =>
  gapPx + Number(/^(?:minmax\()?(\d+)px/.exec(width)?.[1] ?? minPx);

/** The number of `wide` columns that fit into the window; `twoLines` if none fits. */
function fittingColumns(
  columns: readonly Pick<Column<never>, 'width' | 'wide'>[],
  windowPx: number,
  takenPx: number,
): number {
  const wide = columns.filter((column) => column.wide);
  let room = windowPx - sideWidthPx - takenPx;
  for (const column of columns) if (!column.wide) room -= getSpace(column);
  let count = 0;
  for (const column of wide) {
    room -= getSpace(column);
    if (room < 0) break;
    count += 1;
  }
  const isNarrow = windowPx <= phonePx || (room < 0 && count === 0);
  return isNarrow ? twoLines : count;
}

const selectionPx = 24;

type CellsProps<Row> = { row: Row; columns: readonly Column<Row>[]; href: string | undefined };

const Cells = memo(function Cells<Row>({ row, columns, href }: CellsProps<Row>) {
  return columns.map(({ name, cell, figures }, position) => (
    <div key={name} role="cell" className={classes('ui-table-cell', figures && 'figures')}>
      {position === 0 && href !== undefined ? (
        <a className="ui-table-link" href={href}>
          {cell(row)}
        </a>
      ) : (
        cell(row)
      )}
    </div>
  ));
}) as <Row>(props: CellsProps<Row>) => ReactNode;

/**
 * Shows the full text of a truncated cell on hover. Measured only then, since measuring a whole list is slower than
 * drawing it.
 */
function showFullText({ target }: PointerEvent<HTMLElement>): void {
  const cell = (target as HTMLElement).closest<HTMLElement>('.ui-table-cell');
  if (!cell || cell.querySelector('[title]') || target instanceof HTMLTimeElement) return;
  const isCut = [cell, ...cell.querySelectorAll<HTMLElement>('span, a')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
  if (isCut) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

/**
 * One listener for all rows: a plain click opens the row here. Controls in a row and clicks for a new tab keep their
 * own behavior.
 */
function openRowOnClick(event: MouseEvent, go: (href: string) => void): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const target = event.target as HTMLElement;
  const href = target.closest<HTMLElement>('[data-href]')?.dataset['href'];
  const control = target.closest('a, button, input, select, label');
  if (href === undefined || (control && !control.classList.contains('ui-table-link'))) return;
  if (window.getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  go(href);
}

type CheckboxProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (isSelected: boolean) => void;
};

/** Selects a row of a table. The label enlarges the area to click. */
const RowCheckbox = ({ label, checked, onChange }: CheckboxProps) => (
  <label className="ui-table-select">
    <input type="checkbox" aria-label={label} checked={checked} onChange={(event) => onChange(event.target.checked)} />
  </label>
);
