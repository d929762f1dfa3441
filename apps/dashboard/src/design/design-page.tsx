import './design.css';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { ApiFailure } from '../api/failure.js';
import { density, theme, useChoice } from '../ui/appearance.js';
import type { Tone } from '../ui/badge.js';
import { Badge } from '../ui/badge.js';
import { Button, IconButton } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import { Empty, firstSend } from '../ui/empty.js';
import { Failure } from '../ui/failure.js';
import { Checkbox, DayRange, Labelled, PlainSelect } from '../ui/field.js';
import { Field, Form, Select, TextArea, useRequestForm } from '../ui/form.js';
import { Id } from '../ui/id.js';
import { SkeletonRows } from '../ui/loaded.js';
import { Menu } from '../ui/menu.js';
import { Page } from '../ui/page.js';
import { SearchField } from '../ui/search-field.js';
import type { Column } from '../ui/table.js';
import { Table } from '../ui/table.js';
import { Tabs } from '../ui/tabs.js';
import { Time } from '../ui/time.js';
import { toast, toastFailure } from '../ui/toasts.js';
import { TypedConfirmation } from '../ui/typed-confirmation.js';

const colors =
  'bg bg-sub bg-raised bg-selected bg-float text muted link ok ok-bg warn warn-bg bad bad-bg info info-bg primary primary-hover danger line control chart-1 chart-2 chart-3 chart-4 chart-5'.split(
    ' ',
  );
const fonts = ['title', 'section', 'body', 'table', 'caption', 'code'];
const spaces = [1, 2, 3, 4, 6, 8, 12];
const noop = (): void => undefined;
const tones: readonly Tone[] = ['ok', 'warn', 'bad', 'info', 'neutral'];
const unavailable = new ApiFailure('The delivery service is not running', {
  code: 'unavailable',
  httpStatus: 503,
  carriedOut: 'no',
  reason: 'service_not_running',
  service: 'delivery',
  requestId: 'req_01KQV5Xx7GJ8sVJ4mB2cDe',
});
const invalid = new ApiFailure('The request is invalid', {
  code: 'invalid_request',
  httpStatus: 400,
  carriedOut: 'no',
  fields: [{ field: 'address', message: 'must be an email address' }],
});

/** Tokens and components in every state, for development only (docs/dashboard.md#components). */
export const DesignPage = () => (
  <main>
    <Page title="Design" actions={<Appearance />}>
      <Tokens />
      <Buttons />
      <Marks />
      <Fields />
      <Lists />
      <States />
      <Overlays />
    </Page>
  </main>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="ui-card" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

function Appearance() {
  return (
    <>
      <PlainSelect
        label="Theme"
        value={useChoice(theme)}
        options={theme.values.map((value) => [value, value])}
        onChange={(value) => theme.set(value as (typeof theme.values)[number])}
      />
      <PlainSelect
        label="Density"
        value={useChoice(density)}
        options={density.values.map((value) => [value, value])}
        onChange={(value) => density.set(value as (typeof density.values)[number])}
      />
    </>
  );
}

const Tokens = () => (
  <Part title="Tokens">
    <ul className="design-colors">
      {colors.map((name) => (
        <li key={name} className="caption">
          <span className="design-color" style={{ background: `var(--${name})` }} />
          {name}
        </li>
      ))}
    </ul>
    <div>
      {fonts.map((name) => (
        <p key={name} style={{ font: `var(--${name})` }}>
          {name}: never lose an accepted email
        </p>
      ))}
    </div>
    <ul className="row">
      {spaces.map((size) => (
        <li key={size} className="caption">
          <span className="design-space" style={{ width: `var(--space-${size})` }} />
          space-{size}
        </li>
      ))}
    </ul>
  </Part>
);

const Buttons = () => (
  <Part title="Buttons">
    {([undefined, 'primary', 'danger', 'quiet'] as const).map((tone) => (
      <div className="row" key={tone ?? 'plain'}>
        <Button {...(tone && { tone })}>{tone ?? 'plain'}</Button>
        <Button {...(tone && { tone })} icon="plus">
          With icon
        </Button>
        <Button {...(tone && { tone })} small>
          Small
        </Button>
        <Button {...(tone && { tone })} busy>
          Busy
        </Button>
        <Button {...(tone && { tone })} disabled>
          Disabled
        </Button>
        <Button {...(tone && { tone })} why="You need the role of an editor.">
          With a reason
        </Button>
        <IconButton {...(tone && { tone })} icon="trash" label={`Delete, ${tone ?? 'plain'}`} />
      </div>
    ))}
  </Part>
);

const Marks = () => (
  <Part title="Badges, times, ids">
    <div className="row">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Badge plain>receipts</Badge>
      <Badge plain>{'a-tag-of-thirty-two-characters-or-more'.repeat(2)}</Badge>
    </div>
    <div className="row">
      <Time at={1_790_000_000} /> <Time at={1_790_000_000} precise /> <Id id="log_01KQV5Xx7GJ8sVJ4mB2cDe" />
    </div>
  </Part>
);

function Fields() {
  const form = useRequestForm({
    values: { name: 'Ada', address: 'not an address', kind: 'smtp', body: 'Hello {{name}}' },
    send: () => Promise.reject(invalid),
  });
  const [isChecked, setIsChecked] = useState(true);
  const [found, setFound] = useState('');
  return (
    <Part title="Fields">
      <Form form={form} action="Save" more={<Button>Another action</Button>}>
        <Field name="name" label="Name" hint="Shown to recipients." />
        <Field name="address" label="Address" error="must be an email address" />
        <Select
          name="kind"
          label="Provider"
          options={[
            ['smtp', 'SMTP'],
            ['ses', 'Amazon SES'],
          ]}
        />
        <TextArea name="body" label="Body" />
        <Labelled label="Disabled">{(control) => <input {...control} disabled value="Not editable" />}</Labelled>
      </Form>
      <Checkbox label="Track opens" checked={isChecked} onChange={setIsChecked} />
      <div className="row">
        <SearchField label="Search emails" value={found} onChange={setFound} />
        <DayRange from="2026-11-01" to="2026-11-28" onChange={noop} />
      </div>
    </Part>
  );
}

type Row = { readonly id: string; readonly name: string; readonly tone: Tone };
const columns: readonly Column<Row>[] = [
  {
    name: 'name',
    head: 'Name',
    cell: ({ name, tone }) => (
      <>
        <span className="ui-table-main">{name}</span>
        <span className="ui-table-more">{tone}</span>
      </>
    ),
  },
  { name: 'status', head: 'Status', width: '120px', cell: ({ tone }) => <Badge tone={tone}>{tone}</Badge> },
  { name: 'sent', head: 'Sent', width: '96px', figures: true, wide: true, cell: () => '1,234' },
];
const rows: readonly Row[] = tones.map((tone) => ({ id: tone, name: `Receipt, ${tone}`, tone }));

function Lists() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(['warn']));
  const [shown, setShown] = useState<'html' | 'text' | 'source'>('html');
  return (
    <Part title="Tables and tabs">
      <Table
        label="Emails"
        rows={rows}
        columns={columns}
        getKey={({ id }) => id}
        getHref={({ id }) => `/design#${id}`}
        selection={{
          keys,
          getName: ({ name }) => name,
          onChange: (changed, isSelected) =>
            setKeys(
              new Set(
                rows
                  .map(({ id }) => id)
                  .filter((id) => (changed.some((row) => row.id === id) ? isSelected : keys.has(id))),
              ),
            ),
        }}
      />
      <Table label="No emails" rows={[]} columns={columns} getKey={({ id }) => id} />
      <Tabs
        label="Views"
        shown={shown}
        onShow={setShown}
        tabs={(['html', 'text', 'source'] as const).map((name) => ({ name, label: name, content: <p>{name}</p> }))}
      />
    </Part>
  );
}

const States = () => (
  <Part title="Empty, loading, failed">
    <Empty action={<Button tone="primary">Create a template</Button>} example={firstSend}>
      There are no templates yet.
    </Empty>
    <SkeletonRows count={3} />
    <Failure error={unavailable} retry={noop} />
  </Part>
);

function Overlays() {
  const [shown, setShown] = useState<'dialog' | 'confirmation'>();
  const close = (): void => setShown(undefined);
  return (
    <Part title="Menus, dialogs, messages">
      <div className="row">
        <Menu
          align="start"
          trigger={<Button icon="down">Menu</Button>}
          items={[
            { heading: 'Email' },
            { label: 'Resend', icon: 'retry', keys: 'r', onSelect: noop },
            { label: 'Chosen', checked: true, onSelect: noop },
            { label: 'Cancel', why: 'It is already sent.', onSelect: noop },
            'line',
            { label: 'Delete', icon: 'trash', danger: true, onSelect: noop },
          ]}
        />
        <Button onClick={() => setShown('dialog')}>Dialog</Button>
        <Button onClick={() => setShown('confirmation')}>Confirmation</Button>
        <Button onClick={() => toast('The template is deleted.', noop)}>Message</Button>
        <Button onClick={() => toastFailure('The template is in use.')}>Error message</Button>
      </div>
      <Dialog title="Add a webhook" description="It receives events." open={shown === 'dialog'} onClose={close}>
        <Labelled label="URL">{(control) => <input {...control} />}</Labelled>
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" onClick={close}>
            Add
          </Button>
        </DialogActions>
      </Dialog>
      {shown === 'confirmation' && (
        <TypedConfirmation
          title="Delete template"
          consequence="Emails that use it are no longer sent."
          word="receipt"
          action="Delete"
          send={() => Promise.resolve()}
          onSuccess={close}
          onClose={close}
        />
      )}
    </Part>
  );
}
