import { Suspense } from 'react'
import { createBrowserRouter, type RouteObject, useRouteError } from 'react-router'
import { CrashState } from '../components/states/crash-state.tsx'
import { lazyPart } from '../lib/browser/lazy-part.ts'
import { Guarded } from './guarded.tsx'
import { BareFrame } from './layout/bare-frame.tsx'
import { PublicFrame } from './layout/public-frame.tsx'
import { RootLayout } from './layout/root-layout.tsx'
import { type RouteRow, routes } from './routes.tsx'

// Lazy: the sign-in page and the public pages do not load the side bar.
const ConsoleFrame = lazyPart(async () => (await import('./layout/console-frame.tsx')).ConsoleFrame)

const frames = { bare: BareFrame, public: PublicFrame, console: ConsoleFrame }

/** Replaces a page that threw; the frame around it keeps working. */
function RouteError() {
  return <CrashState error={useRouteError()} />
}

const routeOf = (row: RouteRow): RouteObject => ({
  path: row.path,
  handle: row,
  ErrorBoundary: RouteError,
  element: (
    <Guarded access={row.access}>
      {row.frame === 'console' ? (
        <row.page /> // its frame draws bars while its code is on its way
      ) : (
        <Suspense>
          <row.page />
        </Suspense>
      )}
    </Guarded>
  ),
})

function frameOf(frame: RouteRow['frame']): RouteObject {
  const Frame = frames[frame]
  return {
    ErrorBoundary: RouteError,
    element: (
      <Suspense>
        <Frame />
      </Suspense>
    ),
    children: routes.filter((row) => row.frame === frame).map(routeOf),
  }
}

export const router = createBrowserRouter([
  {
    element: <RootLayout />,
    ErrorBoundary: RouteError,
    children: [frameOf('public'), frameOf('bare'), frameOf('console')],
  },
])
