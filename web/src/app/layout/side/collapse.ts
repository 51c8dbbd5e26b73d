/** A person's own choice wins; without one the side bar is collapsed on narrow windows or where the administrator says so. */
export const isCollapsed = (choice: boolean | null, narrow: boolean, collapsedByDefault: boolean) =>
  choice ?? (narrow || collapsedByDefault)
