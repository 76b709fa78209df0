export const alarmOperationNames = {
  'GET /locations/:locationId/alarms': ['listAlarms', 'Alarms of a location'],
  'GET /locations/:locationId/alarm-rules': ['listAlarmRules', 'Alarm rules of a location'],
  'POST /locations/:locationId/alarm-rules': ['createAlarmRule', 'Make an alarm rule'],
  'PUT /locations/:locationId/alarm-rules/:ruleId': ['updateAlarmRule', 'Change an alarm rule'],
  'DELETE /locations/:locationId/alarm-rules/:ruleId': ['deleteAlarmRule', 'Delete an alarm rule'],
  'POST /locations/:locationId/alarm-rules/preview': ['previewAlarmRule', 'What a rule would have done'],
  'GET /location-groups/:locationGroupId/alarm-rules': ['listGroupAlarmRules', 'Alarm rules of a group'],
  'POST /location-groups/:locationGroupId/alarm-rules': [
    'createGroupAlarmRule',
    'Make an alarm rule for a group',
  ],
  'PUT /location-groups/:locationGroupId/alarm-rules/:groupRuleId': [
    'updateGroupAlarmRule',
    'Change a group’s alarm rule',
  ],
  'DELETE /location-groups/:locationGroupId/alarm-rules/:groupRuleId': [
    'deleteGroupAlarmRule',
    'Delete a group’s alarm rule',
  ],
  'POST /location-groups/:locationGroupId/alarm-rules/preview': [
    'previewGroupAlarmRule',
    'What a rule would have done in a group',
  ],
  'POST /location-groups/:locationGroupId/alarm-rules/previews': [
    'startAlarmRulePreview',
    'Look at every location of a group with a rule',
  ],
  'GET /location-groups/:locationGroupId/alarm-rules/previews/:previewId': [
    'getAlarmRulePreview',
    'What a rule would have done at every location of a group',
  ],
  'GET /locations-group/:locationGroupId/alarms': ['listGroupAlarms', 'Alarms of a location group'],
  'GET /locations/:locationId/alarms/:alarmId': ['findAlarm', 'An alarm and its neighbours'],
  'GET /companies/:companyId/webhooks': ['listWebhooks', 'Webhooks of a company'],
  'POST /companies/:companyId/webhooks': ['createWebhook', 'Make a webhook of a company'],
  'PUT /companies/:companyId/webhooks/:webhookId': ['updateWebhook', 'Change a webhook of a company'],
  'DELETE /companies/:companyId/webhooks/:webhookId': ['deleteWebhook', 'Delete a webhook of a company'],
  'POST /companies/:companyId/webhooks/:webhookId/secret': [
    'renewWebhookSecret',
    'Renew the secret of a webhook of a company',
  ],
  'POST /companies/:companyId/webhooks/:webhookId/resume': [
    'resumeWebhook',
    'Go on with a webhook of a company',
  ],
  'POST /companies/:companyId/webhooks/:webhookId/test': [
    'testWebhook',
    'Send a test to a webhook of a company',
  ],
  'GET /companies/:companyId/webhooks/:webhookId/deliveries': [
    'listWebhookDeliveries',
    'What a webhook of a company was sent',
  ],
  'GET /locations/:locationId/webhooks': ['listLocationWebhooks', 'Webhooks of a location'],
  'POST /locations/:locationId/webhooks': ['createLocationWebhook', 'Make a webhook of a location'],
  'PUT /locations/:locationId/webhooks/:locationWebhookId': [
    'updateLocationWebhook',
    'Change a webhook of a location',
  ],
  'DELETE /locations/:locationId/webhooks/:locationWebhookId': [
    'deleteLocationWebhook',
    'Delete a webhook of a location',
  ],
  'POST /locations/:locationId/webhooks/:locationWebhookId/secret': [
    'renewLocationWebhookSecret',
    'Renew the secret of a webhook of a location',
  ],
  'POST /locations/:locationId/webhooks/:locationWebhookId/resume': [
    'resumeLocationWebhook',
    'Go on with a webhook of a location',
  ],
  'POST /locations/:locationId/webhooks/:locationWebhookId/test': [
    'testLocationWebhook',
    'Send a test to a webhook of a location',
  ],
  'GET /locations/:locationId/webhooks/:locationWebhookId/deliveries': [
    'listLocationWebhookDeliveries',
    'What a webhook of a location was sent',
  ],
  'GET /notices': ['listNotices', 'What one was told of alarms'],
  'POST /notices/test': ['sendTestNotice', 'Send oneself a test by e-mail'],
  'POST /notices/devices/:pushDeviceId/test': ['sendTestPush', 'Show a test in a browser'],
  'GET /notices/settings': ['getNoticeSettings', 'What to be told of alarms'],
  'POST /notices/devices': ['addPushDevice', 'Turn notifications on in a browser'],
  'DELETE /notices/devices/:pushDeviceId': ['removePushDevice', 'Turn notifications off in a browser'],
  'PUT /notices/settings': ['saveNoticeSettings', 'Choose what to be told of alarms'],
  'GET /alarms/incident': ['getPlatformIncident', 'Controllers lost by the platform itself'],
  'GET /alarms/counts': ['countAlarms', 'Open alarms by location'],
  'POST /locations/:locationId/alarms/:alarmId/acknowledge': ['acknowledgeAlarm', 'Mark an alarm as seen'],
} as const
