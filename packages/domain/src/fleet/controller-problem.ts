/** What an operator looks for among all controllers. */
export const controllerProblems = ['late', 'wrong_clock', 'old_software', 'refused'] as const
export type ControllerProblem = (typeof controllerProblems)[number]
