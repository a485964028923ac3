import { createSecretFormat } from '#features/access';

export const clientSecretFormat = createSecretFormat('tpc');
