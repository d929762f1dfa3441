import { isIP, isIPv4 } from 'node:net';

/**
 * Whether a request's Host header names this catcher. A page on the internet can point a name of its own at 127.0.0.1 (DNS rebinding)
 * and would then read every mail; but its name stays in Host. An address cannot be rebound, so a catcher bound to all
 * interfaces also answers to addresses.
 */
export function isOwnHost(header: string | undefined, boundHost: string): boolean {
  const name = hostName(header);
  if (name === undefined) return false;
  if (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIPv4(name) && name.startsWith('127.'))
  )
    return true;
  if (name === boundHost.toLowerCase()) return true;
  return (boundHost === '0.0.0.0' || boundHost === '::') && isIP(name) !== 0;
}

function hostName(header: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(header?.toLowerCase() ?? '') ?? [];
  return bracketed ?? plain;
}
