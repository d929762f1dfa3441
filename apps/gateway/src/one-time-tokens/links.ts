/** Behind a `#`: what follows it is sent to no server, and so stands in no log of one. */
export const welcomePath = (token: string): string => `/welcome#${token}`;
export const resetPath = (token: string): string => `/reset#${token}`;
