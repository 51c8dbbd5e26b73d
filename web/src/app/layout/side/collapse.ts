/** The user's choice wins; without one the side bar is collapsed in narrow windows or by the administrator's default. */
export const isCollapsed = (choice: boolean | null, narrow: boolean, collapsedByDefault: boolean) =>
  choice ?? (narrow || collapsedByDefault)
