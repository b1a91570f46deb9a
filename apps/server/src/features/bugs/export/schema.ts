export const BugCsv = {
  description: 'A row for each bug, newest first, in the form of RFC 4180',
  content: {
    'text/csv': {
      schema: {
        type: 'string',
        examples: [
          'id,project,title,description,status,severity,environment,app_version,url,user_agent,reporter_email,' +
            'reporter_identifier,assignee,labels,duplicate_of_id,created_at,updated_at\r\n' +
            '412,Website,Checkout button does nothing,"I press ""Pay"" and nothing happens.",open,high,,,' +
            'https://shop.example.com/checkout,Mozilla/5.0,visitor@example.com,,ada@example.com,checkout; mobile,,' +
            '2026-11-15T09:00:00.000Z,2026-11-15T09:00:00.000Z\r\n',
        ],
      },
    },
  },
};
