/** The URL of a database. It names port and sslmode, because `pg` would take them from PGPORT and PGSSLMODE otherwise. */
export function socketUrl(socketDir: string, superuser: string, database: string): string {
  const folder = encodeURIComponent(socketDir);
  const name = encodeURIComponent(database);
  return `postgresql://${superuser}@localhost:5432/${name}?host=${folder}&sslmode=disable`;
}
