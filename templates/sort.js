// Sorts tables of class "sort" by the column whose button is pressed. Everything else works without it.
(function () {
  document.querySelectorAll("table.sort").forEach(function (table) {
    table.querySelectorAll("th button").forEach(function (button) {
      button.disabled = false;
      button.addEventListener("click", function () {
        var head = button.parentNode, column = head.cellIndex, body = table.tBodies[0];
        var up = head.getAttribute("aria-sort") !== "ascending";
        table.querySelectorAll("th[aria-sort]").forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        Array.from(body.rows).map(function (row, index) {
          var text = row.cells[column].textContent;
          return { row: row, index: index, key: /^[0-9]+$/.test(text) ? Number(text) : text };
        }).sort(function (a, b) {
          var order = typeof a.key === typeof b.key ? (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
            : typeof a.key === "number" ? -1 : 1;
          return (up ? order : -order) || a.index - b.index;
        }).forEach(function (item) { body.appendChild(item.row); });
      });
    });
  });
})();
