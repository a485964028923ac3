export const templateName = 'turnpike_template';

/** The application's URL of a database on the test server: owned by a role that is no superuser. */
export const urlOf = (adminUrl: string, database: string): string => {
  const url = new URL(adminUrl);
  url.username = 'tester';
  url.password = 'tester';
  url.pathname = `/${database}`;
  return url.href;
};
