import type { components } from '@postrider/client';
import { useMutation } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { Badge, type Tone } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Failure } from '../../ui/failure.js';

type Test = components['schemas']['EspAccountTest'];
type Props = { readonly run: () => Promise<{ readonly test: Test }>; readonly why?: string | undefined };

const said = (outcome: Test['outcome']): { tone: Tone; word: string } =>
  ({
    works: { tone: 'ok' as const, word: t('It works') },
    fails: { tone: 'bad' as const, word: t('It fails') },
    unknown: { tone: 'warn' as const, word: t('Only a mail will show') },
  })[outcome];

/** Tries an account without sending a mail, and says what came of it in the words of the provider (docs/providers.md#trying-an-account). */
export function ConnectionTest({ run, why }: Props) {
  const testing = useMutation({ mutationFn: run, meta: { showsFailure: true } });
  const test = testing.data?.test;
  return (
    <div className="esp-test">
      <Button why={why} busy={testing.isPending} onClick={() => testing.mutate()}>
        {t('Test the connection')}
      </Button>
      <div className="esp-test-result" role="status">
        {test && !testing.isPending && (
          <>
            <Badge tone={said(test.outcome).tone}>{said(test.outcome).word}</Badge>
            <p className="esp-test-answer">{test.answer}</p>
            <p className="muted">{test.tried}</p>
          </>
        )}
      </div>
      {testing.error && <Failure error={testing.error} />}
    </div>
  );
}
