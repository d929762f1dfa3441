import { t } from '../i18n/texts.js';
import { Field } from '../ui/field.js';

type Props = { readonly value: string; readonly onChange: (value: string) => void; readonly failure: Error | null };

const leastPasswordLength = 12;

/** A password that is being chosen. */
export const NewPasswordField = ({ value, onChange, failure }: Props) => (
  <Field
    label={t('New password')}
    name="password"
    type="password"
    autoComplete="new-password"
    required
    minLength={leastPasswordLength}
    hint={t('At least {count} characters; a few words that belong together for you alone are good.', {
      count: leastPasswordLength,
    })}
    value={value}
    onChange={onChange}
    failure={failure}
  />
);
