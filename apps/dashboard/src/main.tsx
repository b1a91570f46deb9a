import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followTheme } from './actions/theme.ts';
import { router } from './router.tsx';
import { takeFragment } from './session/fragment.ts';
import { reloadWhenOutdated } from './session/outdated.ts';
import './styles/tokens.css';
import './styles/base.css';

takeFragment();
followTheme();
reloadWhenOutdated();

const queries = new QueryClient();

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
