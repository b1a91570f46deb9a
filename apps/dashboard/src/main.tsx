import './opening/early.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { firstContent } from './opening/first-content.ts';
import { router } from './router.tsx';
import { takeFragment } from './session/fragment.ts';
import { reloadWhenOutdated } from './session/outdated.ts';
import './styles/font.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/opening.css';

takeFragment();
reloadWhenOutdated();

// The client has asked again already where that can help. Asking anew on top of it would multiply the load on a service that is
// overwhelmed, and put off by seconds that something does not exist or has failed.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

// Not awaited: what is fetched meanwhile needs this file itself, and would wait for it.
void firstContent(queries, router.load()).then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
