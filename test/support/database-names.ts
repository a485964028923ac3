export const templateName = 'turnpike_template';

/** The owner of every test database, which is no superuser, and the role of the servers under test. */
export const ownerRole = 'tester';
export const serverRole = 'tested_server';

/** The owner may look at what the servers do and end their connections; not the other way round. */
export const roleStatements = [
  `create role ${ownerRole} login password '${ownerRole}'`,
  `create role ${serverRole} login password '${serverRole}'`,
  `grant ${serverRole} to ${ownerRole}`,
];

const as = (role: string, url: URL): string => {
  url.username = role;
  url.password = role;
  return url.href;
};

/** How a server under test reaches a test database, wherever the way leads; another database as it is. */
export const serverUrlOf = (databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  return url.username === ownerRole ? as(serverRole, url) : databaseUrl;
};

/** The owner's URL of a database on the test server. */
export const urlOf = (adminUrl: string, database: string): string => {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return as(ownerRole, url);
};
