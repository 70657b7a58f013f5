sh ./storage_report.json.check.sh storage_report-edited.json
