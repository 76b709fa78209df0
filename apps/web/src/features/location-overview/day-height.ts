/** Of the day's picture, in pixels: a large screen has room for its detail. */
export const dayHeight = (isLargeScreen: boolean) => (isLargeScreen ? 400 : 196)
