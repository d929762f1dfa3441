import { getRouteApi } from '@tanstack/react-router';
import { CauseView } from './cause-view.js';
import { causeOf } from './queries.js';
import { GroupsView } from './groups-view.js';

const route = getRouteApi('/shell/failures');

/** What ended without being sent: by cause, then mail by mail. */
export function FailuresPage() {
  const cause = causeOf(route.useSearch());
  return cause ? <CauseView cause={cause} /> : <GroupsView />;
}
