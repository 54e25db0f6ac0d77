// The operator's site. Reads top to bottom: routes, then the page they lead to.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { routes } from './routes.tsx';
import './ui/portal.css';

const place = document.getElementById('portal');
if (!place) throw new Error('The page has no #portal to draw in.');

createRoot(place).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
);
