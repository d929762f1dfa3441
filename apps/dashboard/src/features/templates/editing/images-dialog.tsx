import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@postrider/client';
import type { DragEvent } from 'react';
import { useRef, useState } from 'react';
import { unwrap, api, fetchForAccount } from '../../../api/client.js';
import { rejected } from '../../../api/failure.js';
import { size, t } from '../../../i18n/texts.js';
import { Button, IconButton } from '../../../ui/button.js';
import { classes } from '../../../ui/classes.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Failure } from '../../../ui/failure.js';
import { Loaded } from '../../../ui/loaded.js';
import { toast } from '../../../ui/toasts.js';
import { TypedConfirmation } from '../../../ui/typed-confirmation.js';

export type Image = components['schemas']['Image'];

const imagesQuery = queryOptions({
  queryKey: ['images'],
  queryFn: ({ signal }) => unwrap(api.GET('/images', { signal })),
});

const maxBytes = 2 * 1024 ** 2;
const maxNameLength = 255;

async function upload(file: File): Promise<void> {
  // A body that is too large may close the connection before its response is read.
  if (file.size > maxBytes) throw new Error(t('{name} is larger than 2 MB.', { name: file.name }));
  const query = new URLSearchParams({ name: file.name.slice(0, maxNameLength) });
  const response = await fetchForAccount(new Request(`/api/v1/images?${query}`, { method: 'POST', body: file }));
  if (!response.ok) throw rejected(response, await response.json().catch(() => undefined));
}

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onInsert: (image: Image) => void;
  /** Whether the edited text contains the image. */
  readonly isShown: (image: Image) => boolean;
};

/** The images of the account, to upload and to insert. */
export function ImagesDialog({ open, onClose, ...actions }: Props) {
  return (
    <Dialog {...{ open, onClose }} title={t('Images')} wide>
      <Upload />
      <Images {...actions} />
    </Dialog>
  );
}

function Upload() {
  const queries = useQueryClient();
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const uploading = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) await upload(file);
    },
    meta: { showsFailure: true },
    // Files before one that is rejected are stored.
    onSettled: () => queries.invalidateQueries(imagesQuery),
  });
  const take = (files: FileList | null) => {
    if (files && files.length > 0 && !uploading.isPending) uploading.mutate([...files]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <>
      <div
        className={classes('templates-drop', isOver && 'templates-drop-over')}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <p>{t('Drop PNG, JPEG, GIF or WebP images of up to 2 MB.')}</p>
        <Button onClick={() => input.current?.click()} busy={uploading.isPending}>
          {t('Choose files')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t('Choose files')}
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      {uploading.error && <Failure error={uploading.error} />}
    </>
  );
}

function Images({ onInsert, isShown }: Pick<Props, 'onInsert' | 'isShown'>) {
  const queries = useQueryClient();
  const query = useQuery(imagesQuery);
  const [removed, setRemoved] = useState<Image>();
  return (
    <Loaded query={query}>
      {(images) => (
        <>
          {images.length === 0 && <p className="muted">{t('No images yet. Upload one to use it in this template.')}</p>}
          <ul className="templates-images">
            {images.map((image) => (
              <li key={image.id} className="templates-image">
                {/* On this origin, because the content security policy allows no other. */}
                <img src={`/t/i/${image.id}`} alt="" loading="lazy" />
                <span className="truncate" title={image.name}>
                  {image.name}
                </span>
                <span className="caption muted">
                  {image.width} × {image.height}, {size(image.bytes)}
                </span>
                <span className="templates-image-actions">
                  <Button small onClick={() => onInsert(image)} aria-label={t('Insert {name}', { name: image.name })}>
                    {t('Insert')}
                  </Button>
                  <span className="spacer" />
                  <CopyButton text={image.url} label={t('Copy the address of {name}', { name: image.name })} />
                  <IconButton
                    small
                    icon="trash"
                    label={t('Delete {name}', { name: image.name })}
                    onClick={() => setRemoved(image)}
                  />
                </span>
              </li>
            ))}
          </ul>
          {removed && (
            <TypedConfirmation
              title={t('Delete {name}', { name: removed.name })}
              consequence={
                isShown(removed)
                  ? t('This template shows it. It disappears here, and from all other templates and sent emails.')
                  : t('Emails and templates that contain it no longer show it.')
              }
              word={removed.name.trim()}
              action={t('Delete')}
              send={() => unwrap(api.DELETE('/images/{id}', { params: { path: { id: removed.id } } }))}
              onSuccess={() => {
                setRemoved(undefined);
                toast(t('Image deleted'));
                return queries.invalidateQueries(imagesQuery);
              }}
              onClose={() => setRemoved(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

/** The usual width of an email. */
const maxWidth = 600;

/** The tag of an image. Its alternative text is the name of the file until the author writes a better one. */
export function toTag({ name, url, width }: Image, isMjml: boolean): { readonly tag: string; readonly alt: string } {
  const words = name.replace(/\.\w+$/, '').replace(/[^\p{L}\p{N}]+/gu, ' ');
  const alt = words.trim() || 'image';
  const shown = Math.min(width, maxWidth);
  return {
    alt,
    tag: isMjml
      ? `<mj-image src="${url}" alt="${alt}" width="${shown}px" />`
      : `<img src="${url}" alt="${alt}" width="${shown}" />`,
  };
}
