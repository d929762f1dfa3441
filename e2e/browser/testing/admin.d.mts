export const admin: { readonly name: string; readonly email: string };
