/** How many rows are loaded at once: few at first, so that they are there soon, and how many ahead of what one looks at. */
export interface PageSizes {
  first: number;
  later: number;
  ahead: number;
}

export const pageSizes: PageSizes = { first: 50, later: 100, ahead: 60 };
