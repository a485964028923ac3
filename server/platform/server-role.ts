const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

/** The role of a server at this address of the database; null where it is the owner's own, or not named. */
export const serverRoleOf = (serverUrl: string, ownerUrl: string): string | null => {
  const role = userOf(serverUrl);
  return role === '' || role === userOf(ownerUrl) ? null : role;
};
