import './opening/early.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { firstContent } from './opening/first-content.ts';
import { queries } from './queries.ts';
import { router } from './router.tsx';
import { takeFragment } from './session/fragment.ts';
import { reloadWhenOutdated } from './session/outdated.ts';
import './styles/font.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/opening.css';

takeFragment();
reloadWhenOutdated();

// Not awaited: lazy chunks import this module, and a top-level await would block them.
void firstContent(router.load()).then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
