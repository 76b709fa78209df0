export const updateOperationNames = {
  'GET /software-images': ['listSoftwareImages', 'Images of controller software'],
  'POST /software-images': ['createSoftwareImage', 'Begin an upload of software'],
  'PUT /software-images/:imageId/pieces/:position': ['putSoftwarePiece', 'Upload a piece of software'],
  'POST /software-images/:imageId/check': ['checkSoftwareImage', 'Check uploaded software'],
  'PATCH /software-images/:imageId': ['changeSoftwareImage', 'Change or release software'],
  'DELETE /software-images/:imageId': ['deleteSoftwareImage', 'Delete software'],
  'GET /locations/:locationId/controllers/:controllerId/update': [
    'getControllerUpdate',
    'Update of a controller',
  ],
  'POST /locations/:locationId/controllers/:controllerId/update': [
    'startControllerUpdate',
    'Update a controller',
  ],
  'DELETE /locations/:locationId/controllers/:controllerId/update': [
    'cancelControllerUpdate',
    'Withdraw an update',
  ],
  'GET /roll-outs': ['listRollOuts', 'Roll-outs of software'],
  'GET /roll-outs/candidates': ['countRollOutCandidates', 'Whom a roll-out would reach'],
  'POST /roll-outs': ['startRollOut', 'Start a roll-out'],
  'GET /roll-outs/:rollOutId': ['getRollOut', 'A roll-out'],
  'GET /roll-outs/:rollOutId/controllers': ['listRollOutControllers', 'Results of a roll-out'],
  'POST /roll-outs/:rollOutId/state': ['changeRollOutState', 'Pause, resume or end a roll-out'],
} as const
