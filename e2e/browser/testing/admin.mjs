/** The first user of the installation. */
export const admin = { name: 'Ada Lovelace', email: 'ada@postrider.example' };
