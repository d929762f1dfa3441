import { useMutation } from '@tanstack/react-query';
import { t } from '../../../i18n/texts.js';
import { Button } from '../../../ui/button.js';
import { Failure } from '../../../ui/failure.js';
import { Icon } from '../../../ui/icon.js';
import { checkLinks } from '../requests.js';

/** The server checks 20 at a time (docs/reference/drafts.md#check-links). */
const maxLinks = 20;

/** The distinct web addresses that the HTML links to. Trusted Types do not allow a DOMParser. */
function linksIn(html: string): string[] {
  const links = [...html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) =>
    (double ?? single ?? '').replaceAll('&amp;', '&').trim(),
  );
  return [...new Set(links.filter((url) => /^https?:\/\//i.test(url)))].slice(0, maxLinks);
}

/** Requests the links of the preview from the server. */
export function LinkCheck({ html }: { html: string }) {
  const checking = useMutation({ mutationFn: checkLinks, meta: { showsFailure: true } });
  const urls = linksIn(html);
  if (urls.length === 0) return null;
  const broken = checking.data?.links.filter(({ works }) => !works);
  return (
    <div className="stack">
      <div className="row">
        <Button small busy={checking.isPending} onClick={() => checking.mutate(urls)}>
          {t('Check links')}
        </Button>
        <span className="muted" role="status">
          {broken?.length === 0 && t('All links answer.')}
        </span>
      </div>
      {checking.error && <Failure error={checking.error} />}
      <ul className="preview-issues">
        {broken?.map(({ url, message }) => (
          <li key={url} className="preview-issue preview-issue-warning">
            <Icon name="failures" />
            <span className="preview-issue-text">
              {url} <span className="muted">{message}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
