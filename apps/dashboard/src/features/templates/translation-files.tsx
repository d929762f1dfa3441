import { useMutation, useQueryClient } from '@tanstack/react-query';
import { zipSync } from 'fflate';
import type { DragEvent } from 'react';
import { useRef, useState } from 'react';
import { fetchForAccount, fileFrom } from '../../api/client.js';
import { rejected } from '../../api/failure.js';
import { t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { download } from '../../ui/download.js';
import { Failure } from '../../ui/failure.js';
import { toast } from '../../ui/toasts.js';

/** Exports the texts of all templates with a tag as a gettext template, and imports PO files. */
export function TranslationFiles({ tags }: { readonly tags: readonly string[] }) {
  const [tag, setTag] = useState(tags[0]);
  if (tag === undefined)
    return (
      <p className="muted">
        {t('Translation files are grouped by tag. Add a tag under Settings and mark texts with trans blocks.')}
      </p>
    );
  return (
    <section className="stack" aria-labelledby="templates-translations">
      <h2 id="templates-translations">{t('Translation files')}</h2>
      <div className="row">
        {tags.length > 1 && (
          <select
            className="ui-control templates-choice"
            aria-label={t('Tag')}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          >
            {tags.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
        <Download tag={tag} />
      </div>
      <Upload tag={tag} />
    </section>
  );
}

function Download({ tag }: { readonly tag: string }) {
  const downloading = useMutation({
    mutationFn: () => fileFrom(`/i18n/pot/${encodeURIComponent(tag)}`),
    onSuccess: (file) => download(file, `${tag}.pot`),
  });
  return (
    <Button onClick={() => downloading.mutate()} busy={downloading.isPending} title={`${tag}.pot`}>
      {t('Download {file}', { file: `${tag}.pot` })}
    </Button>
  );
}

const isFile = ({ name }: File): boolean => /\.(?:po|zip)$/i.test(name);

function Upload({ tag }: { readonly tag: string }) {
  const queries = useQueryClient();
  const whyNot = useWhyNot('editor');
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const [only] = files;
      const isZip = files.length === 1 && only !== undefined && /\.zip$/i.test(only.name);
      const zip = isZip
        ? only
        : new Blob([
            zipSync(
              Object.fromEntries(
                await Promise.all(
                  files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
                ),
              ),
            ),
          ]);
      const form = new FormData();
      form.set('file', zip, 'translations.zip');
      const response = await fetchForAccount(
        new Request(`/api/v1/i18n/po/${encodeURIComponent(tag)}`, { method: 'POST', body: form }),
      );
      if (!response.ok) throw rejected(response, await response.json().catch(() => undefined));
      return files.length;
    },
    meta: { showsFailure: true },
    onSuccess: async (count) => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      toast(tn('{count} translation file imported', '{count} translation files imported', count));
    },
  });
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].filter(isFile);
    if (files.length > 0) upload.mutate(files);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (whyNot === undefined) take(event.dataTransfer.files);
  };
  return (
    <div className="stack">
      <div
        className={classes('templates-drop', isOver && 'templates-drop-over')}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <p>{t('Drop PO files named by locale, such as de-DE.po, or a zip of them.')}</p>
        <Button onClick={() => input.current?.click()} busy={upload.isPending} why={whyNot}>
          {t('Choose files')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept=".po,.zip"
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      {upload.error && <Failure error={upload.error} />}
    </div>
  );
}
