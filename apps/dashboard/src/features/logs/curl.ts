/** The requests of a log for a terminal, with the key in a variable as on the pages of the documentation. */
const url = (path: string): string => `${window.location.origin}/api/v1${path}`;

export const curlOfLog = (id: string): string => `curl ${url(`/logs/${id}`)} -u "$POSTRIDER_KEY:"`;

export const curlOfResend = (id: string): string =>
  `curl ${url('/resend')} \\
  -u "$POSTRIDER_KEY:" \\
  -H 'content-type: application/json' \\
  -d '${JSON.stringify({ log_id: id })}'`;
