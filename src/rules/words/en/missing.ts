// Words of a panel that its site cannot fill.

export const noRegions = 'Regions need a city database.'
export const noCities = 'Cities need a city database.'
export const aboutPlaces = 'How to add one'
export const noGoals = 'No goals yet.'
export const addGoal = 'Add a goal'
export const noProperties = 'No properties yet.'
export const aboutProperties = 'Allow a property'
export const noFunnels = 'No funnels yet.'
export const addFunnel = 'Add a funnel'
export const noFunnelsPlan = 'The plan of this team does not include funnels.'
