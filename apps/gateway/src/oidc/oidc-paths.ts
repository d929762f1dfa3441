export const beginPath = '/auth/oidc';
export const callbackPath = '/auth/callback';
