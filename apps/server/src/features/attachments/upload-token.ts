import { readSignedLink, signLink } from '../../auth/signed-links.ts';

/**
 * Proves that its holder sent the report, which the publishable key and a bug id do not. It is derived from the id, so it is
 * not stored, a repeated report gets the same one, and dropped reports have one too.
 */
export const uploadTokenOf = (secretKey: string, bugId: number) => signLink(secretKey, 'upload-token', bugId);

export const isUploadTokenOf = (secretKey: string, bugId: number, token: string | undefined) =>
  token !== undefined && readSignedLink(secretKey, 'upload-token', token) === bugId;
