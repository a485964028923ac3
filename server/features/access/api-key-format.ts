import { createSecretFormat } from './secret-format.ts';

export const apiKeyFormat = createSecretFormat('tp');
