import './session.css';
import type { ReactNode } from 'react';
import { useEffect } from 'react';

/** A page of somebody who is not logged in. */
export function SessionCard({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Postrider`;
  }, [title]);
  return (
    <main className="session-page">
      <div className="session-card">
        <div className="session-brand">
          <img src="/favicon.svg" alt="" width="20" height="20" /> Postrider
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
