import { Outlet } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useLanguage } from '../i18n/language.js';
import { Toaster } from '../ui/toaster.js';
import { TooltipProvider } from '../ui/tooltip.js';

/** Around everything, also what is before the log-in. In another language everything is said anew. */
export const Root = () => (
  <Fragment key={useLanguage()}>
    <TooltipProvider>
      <Outlet />
      <Toaster />
    </TooltipProvider>
  </Fragment>
);
