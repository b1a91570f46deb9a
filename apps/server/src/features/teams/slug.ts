import { randomBytes } from 'node:crypto';

/** "Büro für Bienen" becomes "buro-fur-bienen". */
export function slugFrom(name: string): string {
  const ascii = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  return slug.length >= 2 ? slug : 'team';
}

export function withRandomEnding(slug: string): string {
  return `${slug}-${randomBytes(4).toString('hex')}`;
}
