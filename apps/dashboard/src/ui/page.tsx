import './page.css';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { classes } from './classes.js';

type Props = {
  readonly title: string;
  /** Content next to the title: a status or an id. */
  readonly marks?: ReactNode;
  /** At most one is primary. */
  readonly actions?: ReactNode;
  /** The list that the page belongs to. */
  readonly back?: Pick<LinkProps, 'search'> & { readonly to: NonNullable<LinkProps['to']>; readonly label: string };
  /** As high as the window, so that the list scrolls and not the page. */
  readonly fill?: boolean;
  readonly children: ReactNode;
};

/** The frame of a page, with its title (also of the browser tab) and its actions. */
export function Page({ title, marks, actions, back, fill = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Postrider`;
  }, [title]);
  return (
    <div className={classes('ui-page', fill && 'ui-page-fill')}>
      <header className="ui-page-head">
        {back && (
          <Link to={back.to} {...(back.search === undefined ? {} : { search: back.search })} className="ui-page-back">
            {back.label} /
          </Link>
        )}
        <h1>{title}</h1>
        {marks}
        {actions && <div className="ui-page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
