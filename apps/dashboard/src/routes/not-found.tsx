import { Link } from '@tanstack/react-router';

export function NotFound() {
  return (
    <main>
      <h1>There is nothing here</h1>
      <p>
        The address may be mistyped, or what it led to has been deleted. <Link to="/">Go to the inbox</Link>
      </p>
    </main>
  );
}
