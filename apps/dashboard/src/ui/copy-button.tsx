import { useEffect, useState } from 'react';
import { t } from '../i18n/texts.js';
import { IconButton } from './button.js';

const shownMs = 1_500;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      small
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? t('Copied') : label}
      onClick={(event) => {
        event.stopPropagation();
        void navigator.clipboard.writeText(text).then(() => setIsCopied(true));
      }}
    />
  );
}
