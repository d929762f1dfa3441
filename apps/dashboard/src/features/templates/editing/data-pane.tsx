import { exactJson, toNumber, LosslessNumber, parseExactly } from '@postrider/numbers';
import { useState } from 'react';
import { CodeEditor } from '../../../editor/code-editor.js';
import { t } from '../../../i18n/texts.js';
import type { DataSchema } from '../../../preview/draft.js';
import { Button, IconButton } from '../../../ui/button.js';
import { ViewSwitch } from '../../../preview/view-switch.js';
import { useField } from './use-working-copy.js';
import { parseData } from './version-content.js';
import type { WorkingCopy } from './working-copy.js';

interface Props {
  readonly copy: WorkingCopy;
  readonly schema: DataSchema | undefined;
  readonly readOnly: boolean;
  /** Shown above both: the samples. */
  readonly samples?: React.ReactNode;
}

/** The data of the preview, as a form with the template's variables or as JSON. */
export function DataPane({ copy, schema, readOnly, samples }: Props) {
  const json = useField(copy, 'data');
  const [asForm, setAsForm] = useState(true);
  const isSound = parseData(json) !== undefined;
  const hasFields = schema?.properties !== undefined;
  const showsForm = asForm && isSound;
  return (
    <div className="templates-data">
      <div className="row">
        <ViewSwitch
          label={t('Data format')}
          views={[
            ['form', t('Form')],
            ['json', t('JSON')],
          ]}
          shown={showsForm ? 'form' : 'json'}
          onChange={(view) => setAsForm(view === 'form')}
        />
        <span className="spacer" />
        {samples}
      </div>
      {!isSound && (
        <p className="ui-field-error">{t('This is not a JSON object. The preview keeps its previous data.')}</p>
      )}
      {showsForm ? (
        hasFields ? (
          <DataForm
            json={json}
            schema={schema}
            readOnly={readOnly}
            onChange={(next) => copy.write('data', () => next)}
          />
        ) : (
          <p className="muted">{t('The template uses no variables yet. Add {{name}} to see a field here.')}</p>
        )
      ) : (
        <div className="templates-json">
          <CodeEditor
            text={json}
            language="json"
            label={t('Data as JSON')}
            vocabulary={{ engine: 'mustache', variables: [], snippets: [] }}
            readOnly={readOnly}
            onChange={(read) => {
              const next = read();
              copy.write('data', () => next);
            }}
          />
        </div>
      )}
    </div>
  );
}

type FormProps = {
  readonly json: string;
  readonly schema: DataSchema;
  readonly readOnly: boolean;
  readonly onChange: (json: string) => void;
};

/** Numbers keep their notation, edited or not. */
function DataForm({ json, schema, readOnly, onChange }: FormProps) {
  return (
    <Fields
      schema={schema}
      value={parseExactly(json)}
      readOnly={readOnly}
      onChange={(value) => onChange(exactJson(value, 2))}
    />
  );
}

type ValueProps = {
  readonly schema: DataSchema;
  readonly value: unknown;
  readonly readOnly: boolean;
  readonly onChange: (value: unknown) => void;
};

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
    ? (value as Record<string, unknown>)
    : {};

function Fields({ schema, value, readOnly, onChange }: ValueProps) {
  const record = toRecord(value);
  const required = new Set(schema.required);
  return (
    <div className="templates-fields">
      {Object.entries(schema.properties ?? {}).map(([name, each]) => (
        <Value
          key={name}
          label={name}
          isRequired={required.has(name)}
          schema={each}
          value={Object.hasOwn(record, name) ? record[name] : undefined}
          readOnly={readOnly}
          onChange={(next) => onChange({ ...record, [name]: next })}
        />
      ))}
    </div>
  );
}

function Value({ label, isRequired, ...rest }: ValueProps & { readonly label: string; readonly isRequired: boolean }) {
  const { schema, value, readOnly, onChange } = rest;
  if (schema.type === 'array')
    return (
      <fieldset className="templates-group">
        <legend className="mono">{label}</legend>
        <Items {...rest} />
      </fieldset>
    );
  if (schema.properties)
    return (
      <fieldset className="templates-group">
        <legend className="mono">{label}</legend>
        <Fields {...rest} />
      </fieldset>
    );
  const isFlag = typeof value === 'boolean' || (schema.type === undefined && value === undefined);
  if (isFlag)
    return (
      <label className="ui-checkbox templates-field">
        <input
          type="checkbox"
          checked={value === true}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="mono">{label}</span>
      </label>
    );
  return (
    <label className="templates-field">
      <span className="mono">
        {label}
        {isRequired && value === undefined && <span className="templates-needed">{t('required')}</span>}
      </span>
      <ScalarInput value={value} readOnly={readOnly} onChange={onChange} />
    </label>
  );
}

function ScalarInput({ value, readOnly, onChange }: Omit<ValueProps, 'schema'>) {
  const shown =
    value instanceof LosslessNumber
      ? value.text
      : value === undefined || value === null
        ? ''
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  return (
    <input
      type="text"
      className="ui-control"
      value={shown}
      readOnly={readOnly}
      spellCheck={false}
      onChange={(event) => onChange(like(value, event.target.value))}
    />
  );
}

const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A number stays a number while its text looks like one. */
const like = (before: unknown, text: string): unknown =>
  (typeof before === 'number' || before instanceof LosslessNumber) && isNumber.test(text) ? toNumber(text) : text;

function Items({ schema, value, readOnly, onChange }: ValueProps) {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const item = schema.items ?? {};
  return (
    <div className="templates-items">
      {items.map((each, position) => (
        <div key={position} className="templates-item">
          <div className="templates-item-value">
            {item.properties ? (
              <Fields
                schema={item}
                value={each}
                readOnly={readOnly}
                onChange={(next) => onChange(items.with(position, next))}
              />
            ) : (
              <ScalarInput value={each} readOnly={readOnly} onChange={(next) => onChange(items.with(position, next))} />
            )}
          </div>
          {!readOnly && (
            <IconButton
              small
              icon="close"
              label={t('Remove item {number}', { number: position + 1 })}
              onClick={() => onChange(items.toSpliced(position, 1))}
            />
          )}
        </div>
      ))}
      {!readOnly && (
        <Button small icon="plus" onClick={() => onChange([...items, item.properties ? {} : ''])}>
          {t('Add item')}
        </Button>
      )}
    </div>
  );
}
